import type { TeamRole } from '@seller-connect/contract';
import { Banner, Button, MailIcon, notify, Select, TextField } from '@seller-connect/ui';
import { useRef, useState } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import {
  check,
  fieldErrorsOf,
  formProblem,
  formStatuses,
  ofType,
  required,
  useFieldErrors,
} from '../../forms/index.ts';
import { hasFields, useDraft } from '../../editing/index.ts';
import { language, shared, type Language } from '../../i18n/index.ts';
import { roleOptions } from './members.ts';
import styles from './team.module.css';
import { texts } from './texts.ts';

const words = texts.invitations;
const fields = ['email'] as const;
const rules = { email: { label: words.email, rules: [required(), ofType('email')] } };
const languageOptions = (['vi', 'en'] as const).map((value) => ({
  value,
  label: shared.languageNames[value],
  lang: value,
}));

/** Who is invited, as what, and in which language the letter speaks. */
export function InviteForm() {
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const draft = useDraft('invitation', hasFields(fields));
  const [email, setEmail] = useState(draft.restored?.email ?? '');
  const [failed, setFailed] = useState<string | null>(null);
  const [role, setRole] = useState<TeamRole>('member');
  const [letter, setLetter] = useState<Language>(language);

  const invite = useMutation({
    mutationFn: (address: string) =>
      core().call('invite', {
        body: { email: address, role, language: letter },
        handleErrorLocally: formStatuses,
      }),
    changes: ['listInvitations', 'readAudit'],
    onSuccess(invitation) {
      notify({ tone: 'positive', title: words.sent(invitation.email) });
      form.current?.reset();
      setEmail('');
      draft.forget();
    },
    onError(error) {
      if (error instanceof ApiFailure && errors.show(fieldErrorsOf(error, fields))) return;
      setFailed(formProblem(error));
    },
  });

  return (
    <form
      ref={form}
      className={styles.invite}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (invite.isPending) return;
        setFailed(null);
        const address = email.trim();
        if (!errors.show(check({ email: address }, rules))) invite.mutate(address);
      }}
    >
      <TextField
        {...errors.field('email')}
        label={words.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          draft.keep({ email: event.currentTarget.value });
        }}
      />
      <Select label={words.role} options={roleOptions} value={role} onValueChange={setRole} />
      <Select
        label={words.language}
        options={languageOptions}
        value={letter}
        onValueChange={setLetter}
      />
      {failed !== null && (
        <div className={styles.send}>
          <Banner tone="negative" announced title={failed} />
        </div>
      )}
      <div className={styles.send}>
        <Button type="submit" variant="primary" icon={<MailIcon />} busy={invite.isPending}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
