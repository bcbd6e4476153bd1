// The parts lie beside the page, which opens without a network once it was there.
async function load(name) {
  const got = await fetch(`${PACKED}/${name}.gz`);
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  return new Uint8Array(await got.arrayBuffer());
}

if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("offline.js");
