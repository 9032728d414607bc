/** Studies in links: a record is compressed into the fragment of an address, which no server is sent. */

async function through(data: Uint8Array<ArrayBuffer>, way: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(way);
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

/** Compress a record for an address. */
export async function packRecord(text: string): Promise<string> {
  const data = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record in the fragment of an address; an error if there is none. */
export async function unpackRecord(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const data = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(data, new DecompressionStream("deflate-raw")));
}
