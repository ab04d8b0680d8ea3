import { Card, Button, ConfirmDialog, showToast } from '@seller-connect/ui';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { reportQueryNames, shopQueryNames } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { sharedTexts } from '../../i18n/index.ts';
import styles from './team.module.css';
import { texts } from './texts.ts';

const labels = texts.erasure;

/** Disconnects all shops and erases their data, after an owner has confirmed what is deleted. */
export function EraseTeamData() {
  const [isConfirming, setAsking] = useState(false);
  const close = () => setAsking(false);
  const erase = useMutation({
    mutationFn: () => coreClient().call('eraseTeamData'),
    changes: [...shopQueryNames, ...reportQueryNames],
    onSuccess() {
      close();
      showToast({ tone: 'positive', title: labels.done });
    },
  });
  return (
    <Card
      title={labels.title}
      actions={
        <Button variant="danger" onClick={() => setAsking(true)}>
          {labels.action}
        </Button>
      }
    >
      <p>{labels.text}</p>
      <ConfirmDialog
        open={isConfirming}
        danger
        title={labels.confirm}
        confirmLabel={labels.do}
        cancelLabel={labels.keep}
        closeLabel={sharedTexts.close}
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onClose={close}
      >
        <ul className={styles.consequences}>
          {labels.consequences.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p>{labels.final}</p>
      </ConfirmDialog>
    </Card>
  );
}
