import { LinkButton, PageHeader } from '@seller-connect/ui';
import type { ComponentType } from 'react';
import { readPageConfiguration } from '../../pageConfiguration.ts';
import styles from './account.module.css';
import { texts } from './texts.ts';

/** Shows the screen, or where the account is kept instead: an outside identity provider has screens of its own. */
export function withExternalAccountNotice(Screen: ComponentType): ComponentType {
  return function OwnAccount() {
    const { isOutside, issuer } = readPageConfiguration().identity;
    return isOutside ? <KeptElsewhere issuer={issuer} /> : <Screen />;
  };
}

function KeptElsewhere({ issuer }: { readonly issuer: string }) {
  const labels = texts.elsewhere;
  return (
    <div className={styles.screen}>
      <PageHeader title={labels.title}>{labels.text(new URL(issuer).host)}</PageHeader>
      <div>
        <LinkButton href={issuer}>{labels.action}</LinkButton>
      </div>
    </div>
  );
}
