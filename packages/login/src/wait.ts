/** Resolves after this many milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
