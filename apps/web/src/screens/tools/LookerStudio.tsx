import { Block, LinkButton } from '@seller-connect/ui';
import { texts } from './texts.ts';
import styles from './tools.module.css';

const words = texts.lookerStudio;

/** From a secret to a report in Looker Studio, with our connector. */
export function LookerStudio({ address }: { readonly address: string }) {
  return (
    <Block title={words.title} summary={words.intro}>
      <div className={styles.form}>
        <ol className={styles.steps}>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div>
          <LinkButton href={address}>{words.open}</LinkButton>
        </div>
      </div>
    </Block>
  );
}
