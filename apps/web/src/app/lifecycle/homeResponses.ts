import type { QueryClient } from '@tanstack/react-query';

/**
 * Starts Home's queries if the script in the page's head has sent their requests. If all responses have arrived before
 * the application, it resolves when the queries have them: a first render without data would only delay the data.
 */
export async function takeHomeResponses(queryClient: QueryClient): Promise<void> {
  if (!window.earlyResponses) return;
  const responses = Promise.all(window.earlyResponses.byRequest.values());
  const home = await import('../../screens/dashboard/DashboardScreen.tsx').catch(() => null);
  if (!home) return;
  const queries = home.prefetch(queryClient);
  const nextTask = new Promise<null>((resolve) => setTimeout(resolve, 0, null));
  const arrived = await Promise.race([responses, nextTask]);
  if (arrived?.every((each) => each?.response.ok)) await queries;
}
