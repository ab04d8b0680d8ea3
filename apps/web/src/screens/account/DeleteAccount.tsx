import { Banner, Block, Button, Dialog, TextField, TextLink } from '@seller-connect/ui';
import { useState } from 'react';
import { useAppSession, usePerson } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import styles from './account.module.css';
import { CurrentPassword, useMayLackPassword } from './CurrentPasswordField.tsx';
import { FreshSignIn } from './RequireRecentSignIn.tsx';
import { texts } from './texts.ts';
import { useAccountForm } from './useAccountForm.ts';

const words = texts.account;

/** Says what removing the account means, and does it once the person has typed whose it is. */
export function RemoveAccount() {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <Block
      title={words.remove}
      summary={words.removeText}
      actions={
        <Button variant="danger" onClick={() => setAsking(true)}>
          {words.removeAction}
        </Button>
      }
    >
      <p>{words.removeBefore}</p>
      <Dialog open={asking} onClose={close} title={words.confirmTitle} closeLabel={shared.close}>
        <Consequences />
        <FreshSignIn path="/settings/account">
          {(tooOld) => <RemovalForm tooOld={tooOld} onClose={close} />}
        </FreshSignIn>
      </Dialog>
    </Block>
  );
}

function Consequences() {
  return (
    <>
      <ul className={styles.consequences}>
        {words.consequences.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <TextLink href="/connect">{words.toShops}</TextLink>
    </>
  );
}

interface RemovalFormProps {
  readonly tooOld: () => void;
  readonly onClose: () => void;
}

function RemovalForm({ tooOld, onClose }: RemovalFormProps) {
  const session = useAppSession();
  const { user } = usePerson();
  const email = user?.profile['email'];
  const wanted = typeof email === 'string' && email !== '' ? email : shared.product;
  const mayLack = useMayLackPassword();
  const [typed, setTyped] = useState('');
  const [typedWrong, setTypedWrong] = useState(false);
  const form = useAccountForm({
    asks: mayLack ? [] : ['currentPassword'],
    send: ({ currentPassword }) => session.account.remove({ currentPassword }),
    changes: [],
    onTooOld: tooOld,
    onDone: () => void session.signOut(),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (typed.trim().toLowerCase() === wanted.toLowerCase()) return form.submit(event);
        event.preventDefault();
        setTypedWrong(true);
        const field = event.currentTarget.elements.namedItem('confirmation');
        if (field instanceof HTMLElement) field.focus();
      }}
    >
      {form.failed !== null && <Banner tone="negative" announced title={form.failed} />}
      <TextField
        name="confirmation"
        label={words.typeToConfirm(wanted)}
        error={typedWrong ? words.typeMissing(wanted) : null}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setTypedWrong(false);
        }}
      />
      <CurrentPassword form={form} mayLack={mayLack} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{words.keep}</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {words.removeNow}
        </Button>
      </div>
    </form>
  );
}
