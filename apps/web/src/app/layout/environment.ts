import type { PageConfiguration } from '@seller-connect/contract';
import { createContext } from 'react';

/** What an installation is when it is not the one that teams work with. */
export type MarkedEnvironment =
  | { readonly kind: 'demo' }
  | { readonly kind: 'named'; readonly name: string };

/** How the page is marked; null for production, which has no mark. */
export function markedEnvironment({
  demo,
  environment,
}: Pick<PageConfiguration, 'demo' | 'environment'>): MarkedEnvironment | null {
  if (demo) return { kind: 'demo' };
  return environment === 'production' ? null : { kind: 'named', name: environment };
}

/** The mark in the header of every page. */
export const EnvironmentContext = createContext<MarkedEnvironment | null>(null);
