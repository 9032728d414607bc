/** Entry point of the page. */
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { at } from "./net/base";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place to be shown");

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(at("/worker.js")).catch(() => undefined); // the page works without it
}

export default mount(App, { target });
