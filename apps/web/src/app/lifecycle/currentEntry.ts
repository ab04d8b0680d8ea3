import { entryLinkId } from '../../head/pageFiles.ts';

/** Returns the address of the page's entry script, which identifies the build: its name contains a content hash. */
export function currentEntry(page: ParentNode = document): string | null {
  return page.querySelector(`link#${entryLinkId}`)?.getAttribute('href') ?? null;
}
