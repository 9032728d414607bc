/** Conversion of the server's SVG drawing to a PNG, for sharing. */

const HEIGHT = 1080; // pixels

/** The drawing at an address as a PNG. */
export async function draw(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.height = HEIGHT;
  canvas.width = Math.round((HEIGHT * image.naturalWidth) / image.naturalHeight);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Hand a picture to another program, where the device has a way to; else save it as a file. */
export async function passOn(picture: Blob, name: string, title: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  if ("canShare" in navigator && navigator.canShare({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error; // an abort by the user is no error
    });
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
