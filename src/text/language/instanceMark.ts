/**
 * A number for an object, the same as long as it lives. It stands in the keys of views whose numbers only this object understands,
 * such as entries of a dictionary, so that two of the same name are not taken for one another. It is never printed.
 */
const marks = new WeakMap<object, number>();
let made = 0;

export function instanceMark(object: object): number {
  let mark = marks.get(object);
  if (mark === undefined) marks.set(object, (mark = ++made));
  return mark;
}
