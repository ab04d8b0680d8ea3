import { Block, Button, ConfirmDialog, notify } from '@seller-connect/ui';
import { useState } from 'react';
import { core } from '../../api/index.ts';
import { reportQueries, shopQueries } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { shared } from '../../i18n/index.ts';
import styles from './team.module.css';
import { texts } from './texts.ts';

const words = texts.erasure;

/** Disconnects every shop and erases what was read, once an owner has read what goes. */
export function EraseData() {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const erase = useMutation({
    mutationFn: () => core().call('eraseTeamData'),
    changes: [...shopQueries, ...reportQueries],
    onSuccess() {
      close();
      notify({ tone: 'positive', title: words.done });
    },
  });
  return (
    <Block
      title={words.title}
      actions={
        <Button variant="danger" onClick={() => setAsking(true)}>
          {words.action}
        </Button>
      }
    >
      <p>{words.text}</p>
      <ConfirmDialog
        open={asking}
        danger
        title={words.confirm}
        confirmLabel={words.do}
        cancelLabel={words.keep}
        closeLabel={shared.close}
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onClose={close}
      >
        <ul className={styles.consequences}>
          {words.consequences.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p>{words.final}</p>
      </ConfirmDialog>
    </Block>
  );
}
