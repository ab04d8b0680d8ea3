import { Block, Button, Dialog, notify } from '@seller-connect/ui';
import { useState } from 'react';
import { core } from '../../api/index.ts';
import { reportQueries, shopQueries } from '../../api/queryKeys.ts';
import { useMutation } from '../../api/useMutation.ts';
import { shared } from '../../texts/index.ts';
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
      <Dialog
        open={asking}
        onClose={close}
        title={words.confirm}
        closeLabel={shared.close}
        actions={
          <>
            <Button onClick={close}>{words.keep}</Button>
            <Button variant="danger" busy={erase.isPending} onClick={() => erase.mutate()}>
              {words.do}
            </Button>
          </>
        }
      >
        <ul className={styles.consequences}>
          {words.consequences.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p>{words.final}</p>
      </Dialog>
    </Block>
  );
}
