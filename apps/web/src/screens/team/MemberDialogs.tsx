import type { TeamMember, TeamRole } from '@seller-connect/contract';
import { Button, ConfirmDialog, Dialog, notify, TextField } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import {
  check,
  fieldErrorsOf,
  formProblem,
  formStatuses,
  length,
  notBlank,
  required,
  useFieldErrors,
} from '../../forms/index.ts';
import { shared } from '../../i18n/index.ts';
import { nameOf } from './members.ts';
import { showTeam, teamQueries } from './queries.ts';
import styles from './team.module.css';
import { texts } from './texts.ts';

const fields = ['name'] as const;
const longestName = 80;
const rules = {
  name: { label: texts.name, rules: [required(), notBlank(), length({ max: longestName })] },
};

interface RenameDialogProps {
  readonly open: boolean;
  readonly name: string;
  readonly onClose: () => void;
}

/** Another name for the team. */
export function RenameDialog({ open, name, onClose }: RenameDialogProps) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const close = () => {
    errors.show({});
    onClose();
  };
  const rename = useMutation({
    mutationFn: (next: string) =>
      core().call('renameTeam', { body: { name: next }, handleErrorLocally: formStatuses }),
    changes: teamQueries,
    onSuccess(team) {
      showTeam(queries, team);
      notify({ tone: 'positive', title: texts.renamed });
      close();
    },
    onError(failure) {
      if (failure instanceof ApiFailure && errors.show(fieldErrorsOf(failure, fields))) return;
      const problem = formProblem(failure);
      if (problem !== null) errors.show({ name: problem });
    },
  });
  return (
    <Dialog open={open} onClose={close} title={texts.rename} closeLabel={shared.close}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (rename.isPending) return;
          const typed = new FormData(event.currentTarget).get('name');
          const next = typeof typed === 'string' ? typed : '';
          if (!errors.show(check({ name: next }, rules))) rename.mutate(next);
        }}
      >
        <TextField
          {...errors.field('name')}
          label={texts.name}
          help={texts.nameHelp}
          defaultValue={name}
          maxLength={longestName}
        />
        <div className={styles.actions}>
          <Button onClick={close}>{shared.cancel}</Button>
          <Button type="submit" variant="primary" busy={rename.isPending}>
            {texts.saveName}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RemoveDialogProps {
  /** Null while nobody is to be removed. */
  readonly member: TeamMember | null;
  readonly onClose: () => void;
}

/** Says what removing a person means before it is done. */
export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
  const queries = useQueryClient();
  const words = texts.removal;
  const remove = useMutation({
    mutationFn: ({ accountId }: TeamMember) =>
      core().call('removeMember', { params: { accountId } }),
    changes: teamQueries,
    onSuccess(team, removed) {
      showTeam(queries, team);
      notify({ tone: 'positive', title: texts.removed(nameOf(removed)) });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={member !== null}
      danger
      title={member ? words.title(nameOf(member)) : ''}
      confirmLabel={texts.remove}
      cancelLabel={words.keep}
      closeLabel={shared.close}
      busy={remove.isPending}
      onConfirm={() => member && remove.mutate(member)}
      onClose={onClose}
    >
      <ul className={styles.consequences}>
        {words.consequences.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>{words.back}</p>
    </ConfirmDialog>
  );
}

interface OwnRoleDialogProps {
  /** What the owner is about to be; null while nothing is asked. */
  readonly role: TeamRole | null;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (role: TeamRole) => void;
}

/** An owner who gives the role up cannot take it back. */
export function OwnRoleDialog({ role, busy, onClose, onConfirm }: OwnRoleDialogProps) {
  const words = texts.ownRole;
  return (
    <ConfirmDialog
      open={role !== null}
      danger
      title={words.title}
      confirmLabel={words.do}
      cancelLabel={shared.cancel}
      closeLabel={shared.close}
      busy={busy}
      onConfirm={() => role && onConfirm(role)}
      onClose={onClose}
    >
      <p>{role && words.text(shared.teamRoles[role])}</p>
    </ConfirmDialog>
  );
}
