/** Labels that divide the segments into a few parts, each of which is worth a score. */
export const isDivision = (values: readonly string[]): boolean => {
  const { size } = new Set(values);
  return size > 1 && size <= 20;
};
