/** Like `Promise.all`, but rejects with the first failure only once all have ended, so that none is left running. */
export async function waitForAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
