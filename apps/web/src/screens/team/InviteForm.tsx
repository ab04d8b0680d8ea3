import type { TeamRole } from '@seller-connect/contract';
import { Button, MailIcon, showToast, Select, TextField } from '@seller-connect/ui';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { validate, locallyHandledStatuses, ofType, required } from '../../forms/index.ts';
import { FormMessages, useForm } from '../../forms/useForm.tsx';
import { createFieldsGuard, RestoredDraft, useDraftValues } from '../../editing/index.ts';
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
  const draft = useDraftValues('invitation', createFieldsGuard(fields), { email: '' });
  const [role, setRole] = useState<TeamRole>('member');
  const [emailLanguage, setEmailLanguage] = useState<Language>(language);
  const email = draft.values.email.trim();
  const form = useForm({
    fields,
    validate: () => validate({ email }, rules),
    send: () =>
      coreClient().call('invite', {
        body: { email, role, language: emailLanguage },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: ['listInvitations', 'readAudit'],
    onSuccess(invitation) {
      showToast({ tone: 'positive', title: labels.sent(invitation.email) });
      draft.reset();
      setRole('member');
      setEmailLanguage(language);
    },
  });

  return (
    <form {...form.props} className={styles.invite}>
      <TextField
        {...form.field('email')}
        label={labels.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={draft.values.email}
        onChange={(event) => draft.change({ email: event.currentTarget.value })}
      />
      <Select label={labels.role} options={roleOptions} value={role} onValueChange={setRole} />
      <Select
        label={labels.language}
        options={languageOptions}
        value={emailLanguage}
        onValueChange={setEmailLanguage}
      />
      <div className={styles.send}>
        <RestoredDraft draft={draft} form={form} />
        <FormMessages form={form} />
      </div>
      <div className={styles.send}>
        <Button type="submit" variant="primary" icon={<MailIcon />} busy={form.busy}>
          {labels.send}
        </Button>
      </div>
    </form>
  );
}
