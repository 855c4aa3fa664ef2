// Draws the part of a picture that is to stay: it is moved by its middle, and resized by its corners and sides. The fields hold it, in percent.
"use strict";
(() => {
  const cropper = document.querySelector(".cropper");
  if (!cropper) return;
  const [form, shape, said] = [cropper.closest("form"), document.getElementById("shape"), document.getElementById("cropped")];
  const fields = ["left", "top", "width", "height"].map(name => form.elements[name]);
  const size = { width: Number(cropper.dataset.width), height: Number(cropper.dataset.height) };
  /** The shortest sides, in percent. */
  const least = Object.fromEntries(Object.entries(size).map(([side, pixels]) => [side, Math.min(100, Math.ceil(1000 * Number(cropper.dataset.least) / pixels) / 10)]));
  const frame = document.createElement("div");
  frame.className = "cut";
  for (const corner of ["n", "e", "s", "w", "nw", "ne", "sw", "se"]) {
    const grip = document.createElement("i");
    grip.dataset.corner = corner;
    frame.append(grip);
  }
  cropper.append(frame);

  const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));
  const area = () => Object.fromEntries(fields.map(field => [field.name, Number(field.value) || 0]));

  function draw() {
    const { left, top, width, height } = area();
    Object.assign(frame.style, { left: left + "%", top: top + "%", width: Math.min(width, 100 - left) + "%", height: Math.min(height, 100 - top) + "%" });
    said.textContent = said.dataset.words.replace("{}", `${Math.round(size.width * width / 100)} × ${Math.round(size.height * height / 100)}`);
  }

  function set(part) {
    for (const field of fields) field.value = Math.round(part[field.name] * 10) / 10;
    draw();
  }

  /** How many percent of the height a percent of the width is, in the chosen shape; null if any will do. */
  function proportion() {
    if (!shape.value) return null;
    const [across, down] = shape.value.split(":").map(Number);
    return down / across * size.width / size.height;
  }

  /** As much as there is room for beside a fixed corner, in the chosen shape. */
  function fitted(width, height, room) {
    const ratio = proportion();
    if (ratio) width = Math.max(width, height / ratio);
    width = clamp(width, ratio ? Math.max(least.width, least.height / ratio) : least.width, ratio ? Math.min(room.width, room.height / ratio) : room.width);
    return { width, height: ratio ? width * ratio : clamp(height, least.height, room.height) };
  }

  /** Moves a corner or a side, while the one across from it stays. */
  function resize(start, corner, across, down) {
    const [isWest, isNorth] = [corner.includes("w"), corner.includes("n")];
    if (!/[we]/.test(corner)) across = shape.value ? -start.width : 0;
    if (!/[ns]/.test(corner)) down = shape.value ? -start.height : 0;
    const [right, bottom] = [start.left + start.width, start.top + start.height];
    const room = { width: isWest ? right : 100 - start.left, height: isNorth ? bottom : 100 - start.top };
    const part = fitted(start.width + (isWest ? -across : across), start.height + (isNorth ? -down : down), room);
    set({ left: isWest ? right - part.width : start.left, top: isNorth ? bottom - part.height : start.top, ...part });
  }

  function move(start, across, down) {
    set({ ...start, left: clamp(start.left + across, 0, 100 - start.width), top: clamp(start.top + down, 0, 100 - start.height) });
  }

  cropper.addEventListener("pointerdown", event => {
    if (event.button || !frame.contains(event.target)) return;
    event.preventDefault();
    const [start, box, { corner }] = [area(), cropper.getBoundingClientRect(), event.target.dataset];
    const drag = ({ clientX, clientY }) => {
      const [across, down] = [100 * (clientX - event.clientX) / box.width, 100 * (clientY - event.clientY) / box.height];
      if (corner) resize(start, corner, across, down); else move(start, across, down);
    };
    frame.setPointerCapture(event.pointerId);
    frame.addEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => frame.removeEventListener("pointermove", drag), { once: true });
  });

  // A shape takes as much of the picture as it can, around the same middle.
  shape.addEventListener("change", () => {
    const ratio = proportion();
    if (!ratio) return;
    const { left, top, width, height } = area(), part = fitted(100, 100, { width: 100, height: 100 });
    const [x, y] = [left + width / 2, top + height / 2];
    set({ left: clamp(x - part.width / 2, 0, 100 - part.width), top: clamp(y - part.height / 2, 0, 100 - part.height), ...part });
  });
  form.addEventListener("input", event => { if (fields.includes(event.target)) draw(); });
  draw();
})();
