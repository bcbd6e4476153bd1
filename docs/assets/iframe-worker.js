// The search runs in a worker, and a page that was opened from a file may start none: a hidden frame does its work.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const page = this.inside.document;
      page.open();
      page.write("<!doctype html><html><body></body></html>");
      page.close();
      const run = (source) =>
        new Promise((done, failed) => {
          const script = page.createElement("script");
          Object.assign(script, { src: source, onload: done, onerror: failed });
          page.body.append(script);
        });
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside.importScripts = (...sources) =>
        sources.reduce((before, one) => before.then(() => run(one)), Promise.resolve());
      this.ready = run(address);
    }
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
