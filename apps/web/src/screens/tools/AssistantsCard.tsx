import { Card, Quiet } from '@seller-connect/ui';
import { CopyableField } from '../../copyable/CopyableField.tsx';
import { texts } from './texts.ts';
import styles from './tools.module.css';

const labels = texts.assistants;

/** Explains how an assistant is connected by the Model Context Protocol. */
export function AssistantsCard({ address }: { readonly address: string }) {
  return (
    <Card title={labels.title} summary={labels.intro}>
      <div className={styles.form}>
        <CopyableField label={labels.address} value={address} />
        <ol className={styles.steps}>
          {labels.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Quiet as="p">{labels.rights}</Quiet>
      </div>
    </Card>
  );
}
