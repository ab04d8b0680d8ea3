/**
 * Renews a lease every `intervalMs`. Renewals do not overlap: one that takes longer delays the next.
 * @returns stops the renewals
 */
export function renewPeriodically(
  renew: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): () => void {
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    void renew()
      .catch(onError)
      .finally(() => {
        isRenewing = false;
      });
  }, intervalMs);
  return () => clearInterval(timer);
}
