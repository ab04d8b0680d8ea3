import { Card, LinkButton } from '@seller-connect/ui';
import { texts } from './texts.ts';
import styles from './tools.module.css';

const labels = texts.lookerStudio;

/** Explains how to use a secret in Looker Studio with our connector. */
export function LookerStudio({ address }: { readonly address: string }) {
  return (
    <Card title={labels.title} summary={labels.intro}>
      <div className={styles.form}>
        <ol className={styles.steps}>
          {labels.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div>
          <LinkButton href={address}>{labels.open}</LinkButton>
        </div>
      </div>
    </Card>
  );
}
