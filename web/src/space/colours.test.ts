import { expect, it } from "vitest";
import { inkOn } from "./colours";

it("ink is black on light colours and white on dark ones", () => {
  expect(["#f6f0df", "#efb432", "#777777"].map(inkOn)).toEqual(["#000", "#000", "#000"]);
  expect(["#b02a24", "#24406e", "#000000"].map(inkOn)).toEqual(["#fff", "#fff", "#fff"]);
});
