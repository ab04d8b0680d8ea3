import type { TeamMember, TeamRole } from '@seller-connect/contract';
import { ConfirmDialog, showToast, TextField, Consequences } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import {
  validate,
  locallyHandledStatuses,
  length,
  notBlank,
  required,
  textOf,
} from '../../forms/index.ts';
import { FormMessages, useForm } from '../../forms/useForm.tsx';
import { sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { cacheTeam, memberName, teamQueryNames } from './members.ts';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

const fields = ['name'] as const;
const maxNameLength = 80;
const rules = {
  name: { label: texts.name, rules: [required(), notBlank(), length({ max: maxNameLength })] },
};

interface RenameDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** Renames the team. */
export function RenameDialog({ name, onClose }: RenameDialogProps) {
  const queries = useQueryClient();
  const form = useForm({
    fields,
    validate: (data) => validate({ name: textOf(data, 'name') }, rules),
    send: (data) =>
      coreClient().call('renameTeam', {
        body: { name: textOf(data, 'name') },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: teamQueryNames,
    onSuccess(team) {
      cacheTeam(queries, team);
      showToast({ tone: 'positive', title: texts.renamed });
    },
    onClose,
  });
  return (
    <FormDialog title={texts.rename} form={form} submit={texts.saveName} onClose={onClose}>
      <FormMessages form={form} />
      <TextField
        {...form.field('name')}
        label={texts.name}
        help={texts.nameHelp}
        defaultValue={name}
        maxLength={maxNameLength}
      />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  /** The member to remove; null while the dialog is closed. It can be another one when a response arrives. */
  readonly member: TeamMember | null;
  readonly onClose: () => void;
}

/** Explains the consequences before a member is removed. */
export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
  const queries = useQueryClient();
  const labels = texts.removal;
  const remove = useMutation({
    mutationFn: ({ accountId }: TeamMember) =>
      coreClient().call('removeMember', { params: { accountId } }),
    changes: teamQueryNames,
    onSuccess(team, removed) {
      cacheTeam(queries, team);
      showToast({ tone: 'positive', title: texts.removed(memberName(removed)) });
    },
    onSettled(_team, _error, { accountId }) {
      if (accountId === member?.accountId) onClose();
    },
  });
  return (
    <ConfirmDialog
      open={member !== null}
      danger
      title={member ? labels.title(memberName(member)) : ''}
      confirmLabel={texts.remove}
      cancelLabel={labels.keep}
      closeLabel={sharedTexts.close}
      busy={remove.isPending && remove.variables.accountId === member?.accountId}
      onConfirm={() => member && remove.mutate(member)}
      onClose={onClose}
    >
      <Consequences points={labels.consequences} />
      <p>{labels.back}</p>
    </ConfirmDialog>
  );
}

interface OwnRoleDialogProps {
  /** The owner's new role; null while the dialog is closed. */
  readonly role: TeamRole | null;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (role: TeamRole) => void;
}

/** Confirms that an owner gives up the role, which they cannot undo. */
export function OwnRoleDialog({ role, busy, onClose, onConfirm }: OwnRoleDialogProps) {
  const labels = texts.ownRole;
  return (
    <ConfirmDialog
      open={role !== null}
      danger
      title={labels.title}
      confirmLabel={labels.do}
      cancelLabel={sharedTexts.cancel}
      closeLabel={sharedTexts.close}
      busy={busy}
      onConfirm={() => role && onConfirm(role)}
      onClose={onClose}
    >
      <p>{role && labels.text(knownText(roleTexts.names, role, sharedTexts.other))}</p>
    </ConfirmDialog>
  );
}
