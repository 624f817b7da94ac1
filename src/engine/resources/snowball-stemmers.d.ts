/** What is used of that package, which has no types of its own. */
declare module 'snowball-stemmers' {
  const snowball: { newStemmer(name: string): { stem(word: string): string } };
  export default snowball;
}
