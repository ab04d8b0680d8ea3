import { LinkButton, PageHeader, Page } from '@seller-connect/ui';
import type { ComponentType, ReactNode } from 'react';
import { readPageConfiguration } from '../../pageConfiguration.ts';
import { texts } from './texts.ts';

/**
 * Wraps an account screen. With an outside identity provider, which has account screens of its own, it shows where
 * the account is managed instead.
 */
export function withExternalAccountNotice(Screen: ComponentType): () => ReactNode {
  return function OwnAccount() {
    const { isOutside, issuer } = readPageConfiguration().identity;
    return isOutside ? <ManagedElsewhereNotice issuer={issuer} /> : <Screen />;
  };
}

function ManagedElsewhereNotice({ issuer }: { readonly issuer: string }) {
  const labels = texts.elsewhere;
  return (
    <Page width="medium">
      <PageHeader title={labels.title}>{labels.text(new URL(issuer).host)}</PageHeader>
      <div>
        <LinkButton href={issuer}>{labels.action}</LinkButton>
      </div>
    </Page>
  );
}
