import type { TeamRole } from '@seller-connect/contract';
import { Banner, Button, MailIcon, showToast, Select, TextField } from '@seller-connect/ui';
import { useRef, useState } from 'react';
import { ApiError, coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import {
  validate,
  toFieldErrors,
  formErrorMessage,
  locallyHandledStatuses,
  ofType,
  required,
  useFieldErrors,
} from '../../forms/index.ts';
import { createFieldsGuard, useFormDraft } from '../../editing/index.ts';
import { language, sharedTexts, type Language } from '../../i18n/index.ts';
import { roleOptions } from './members.ts';
import styles from './team.module.css';
import { texts } from './texts.ts';

const labels = texts.invitations;
const fields = ['email'] as const;
const rules = { email: { label: labels.email, rules: [required(), ofType('email')] } };
const languageOptions = (['vi', 'en'] as const).map((value) => ({
  value,
  label: sharedTexts.languageNames[value],
  lang: value,
}));

/** Sends an invitation: email address, role, and language of the email. */
export function InviteForm() {
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const draft = useFormDraft('invitation', createFieldsGuard(fields));
  const [email, setEmail] = useState(draft.restored?.email ?? '');
  const [failed, setFailed] = useState<string | null>(null);
  const [role, setRole] = useState<TeamRole>('member');
  const [emailLanguage, setEmailLanguage] = useState<Language>(language);

  const invite = useMutation({
    mutationFn: (address: string) =>
      coreClient().call('invite', {
        body: { email: address, role, language: emailLanguage },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: ['listInvitations', 'readAudit'],
    onSuccess(invitation) {
      showToast({ tone: 'positive', title: labels.sent(invitation.email) });
      form.current?.reset();
      setEmail('');
      draft.clear();
    },
    onError(error) {
      if (error instanceof ApiError && errors.show(toFieldErrors(error, fields))) return;
      setFailed(formErrorMessage(error));
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
        if (!errors.show(validate({ email: address }, rules))) invite.mutate(address);
      }}
    >
      <TextField
        {...errors.field('email')}
        label={labels.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          draft.keep({ email: event.currentTarget.value });
        }}
      />
      <Select label={labels.role} options={roleOptions} value={role} onValueChange={setRole} />
      <Select
        label={labels.language}
        options={languageOptions}
        value={emailLanguage}
        onValueChange={setEmailLanguage}
      />
      {failed !== null && (
        <div className={styles.send}>
          <Banner tone="negative" announced title={failed} />
        </div>
      )}
      <div className={styles.send}>
        <Button type="submit" variant="primary" icon={<MailIcon />} busy={invite.isPending}>
          {labels.send}
        </Button>
      </div>
    </form>
  );
}
