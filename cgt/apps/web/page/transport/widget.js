// A notebook's side of the page: a frame that holds it, whose questions go to the kernel and whose answers come back.
export default {
  render({ model, el }) {
    const frame = el.appendChild(document.createElement("iframe"));
    const waiting = new Map();
    const view = Math.random();
    let count = 0;
    let shown = null;
    const heard = ({ id, answer }) => {
      if (!waiting.has(id)) return; // another view of the same widget asked
      if (answer.named !== undefined) {
        shown = answer.named;
        model.set("_seen", shown);
        model.save_changes(); // marimo runs what depends on a widget when its page writes
      }
      waiting.get(id)(answer);
      waiting.delete(id);
    };
    const moved = () => {
      if (shown !== null && model.get("position") !== shown) frame.again?.();
    };
    frame.ask = (what) =>
      new Promise((done) => {
        const id = `${view}:${++count}`;
        waiting.set(id, done);
        model.send({ id, what });
      });
    frame.title = "cgt";
    frame.style.cssText =
      "display:block;box-sizing:border-box;width:100%;height:580px;border:1px solid #8888;border-radius:6px";
    frame.srcdoc = model.get("_page");
    model.on("msg:custom", heard);
    model.on("change:position", moved);
    return () => {
      model.off("msg:custom", heard);
      model.off("change:position", moved);
    };
  },
};
