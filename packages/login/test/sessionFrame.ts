import type { MorePages } from './framedProvider.ts';

/** A provider's session frame whose answers a test chooses; several are posted in their order. */
export function createSessionFrame() {
  const received: string[] = [];
  let answers: readonly unknown[] = ['unchanged'];
  // The frame is another origin: it learns what to say by a request that the test answers.
  const page = `<script>addEventListener('message', async ({ data, source, origin }) => {
    const reply = await fetch('/oauth/sessions/answers?message=' + encodeURIComponent(data));
    for (const answer of await reply.json()) source.postMessage(answer, origin);
  })</script>`;
  const pages: MorePages = ({ pathname, searchParams }) => {
    if (pathname === '/oauth/sessions/iframe') return page;
    if (pathname !== '/oauth/sessions/answers') return null;
    received.push(searchParams.get('message') ?? '');
    return JSON.stringify(answers);
  };
  return {
    path: '/oauth/sessions/iframe',
    pages,
    received,
    /** Null for silence. */
    answer(next: string | null | readonly unknown[]): void {
      answers = next === null ? [] : typeof next === 'string' ? [next] : next;
    },
  };
}
