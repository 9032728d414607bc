/** Clipboard access, also where the page is not served over HTTPS, as in a local network. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>;
  if (clipboard) return clipboard.writeText(text);
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog:modal") ?? document.body).append(field); // because elements outside a modal dialog cannot be selected
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way there, and every browser has it
  document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus(); // so that keys go where they went
}
