// The parts are in this file, the small ones above this script, the large ones below it.
const whole = new Promise((done) => addEventListener("DOMContentLoaded", done));
async function load(name) {
  if (IN_WORKER.includes(name)) await whole;
  return document.getElementById(name).textContent;
}
