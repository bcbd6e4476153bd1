// What is packed by gzip, as bytes or as base64 text, unpacked.
const fetched = self.fetch.bind(self);
async function unpack(packed) {
  const bytes =
    typeof packed === "string"
      ? await (await fetched(`data:application/octet-stream;base64,${packed}`)).blob()
      : new Blob([packed]);
  return new Uint8Array(await new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}
