import type { Team, TeamMember, TeamRole } from '@seller-connect/contract';
import {
  Avatar,
  Card,
  Button,
  EditIcon,
  IconButton,
  InfoButton,
  Row,
  RowList,
  RowText,
  showToast,
  Select,
  Tooltip,
  TrashIcon,
} from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { OwnRoleDialog, RemoveDialog, RenameDialog } from './MemberDialogs.tsx';
import { cacheTeam, memberName, roleOptions, teamQueryNames } from './members.ts';
import styles from './team.module.css';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

/** Lists the team's members. Owners change roles and remove members here. */
export function Members({ team }: { readonly team: Team }) {
  const [renaming, setRenaming] = useState(false);
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const [ownRole, setOwnRole] = useState<TeamRole | null>(null);
  const me = team.members.find((member) => member.you);
  const manages = team.role === 'owner';
  const single = team.members.filter(({ role }) => role === 'owner').length === 1;

  const changeOwn = useChangeRole(() => setOwnRole(null));

  return (
    <Card
      flush
      title={team.name}
      summary={texts.members(team.members.length)}
      actions={
        manages && (
          <Button size="small" icon={<EditIcon />} onClick={() => setRenaming(true)}>
            {texts.rename}
          </Button>
        )
      }
    >
      <RowList>
        {team.members.map((member) => (
          <Row
            key={member.accountId}
            media={<Avatar name={memberName(member)} picture={member.picture ?? undefined} />}
            title={memberName(member)}
            {...(member.you && { badge: texts.you })}
            actions={
              <>
                {manages && !(single && member.role === 'owner') ? (
                  <MemberRole
                    member={member}
                    pending={changeOwn.isPending && member.you ? changeOwn.variables.role : null}
                    onOwnRole={setOwnRole}
                  />
                ) : (
                  <span className={styles.fixed}>
                    {knownText(roleTexts.names, member.role, sharedTexts.other)}
                    {manages && (
                      <InfoButton label={texts.roleOf(memberName(member))}>
                        {texts.onlyOwner}
                      </InfoButton>
                    )}
                  </span>
                )}
                {manages && !member.you && (
                  <IconButton
                    label={texts.removeOf(memberName(member))}
                    icon={<TrashIcon size={20} />}
                    onClick={() => setLeaving(member)}
                  />
                )}
              </>
            }
          >
            <MemberDetails member={member} />
          </Row>
        ))}
      </RowList>
      {renaming && <RenameDialog name={team.name} onClose={() => setRenaming(false)} />}
      <RemoveDialog member={leaving} onClose={() => setLeaving(null)} />
      <OwnRoleDialog
        role={ownRole}
        busy={changeOwn.isPending}
        onClose={() => setOwnRole(null)}
        onConfirm={(role) => me && changeOwn.mutate({ member: me, role })}
      />
    </Card>
  );
}

interface MemberRoleProps {
  readonly member: TeamMember;
  /** The role of the user that is being changed to; null for none. */
  readonly pending: TeamRole | null;
  /** Called for the user, whose role is changed after a confirmation. */
  readonly onOwnRole: (role: TeamRole) => void;
}

/** Selects a member's role. Each member's is changed by itself, one change at a time. */
function MemberRole({ member, pending, onOwnRole }: MemberRoleProps) {
  const change = useChangeRole();
  const shown = change.isPending ? change.variables.role : pending;
  return (
    <div className={styles.role}>
      <Select
        compact
        label={texts.roleOf(memberName(member))}
        options={roleOptions}
        value={shown ?? member.role}
        onValueChange={(role) => {
          // Not disabled meanwhile, which would take the focus away.
          if (shown !== null) return;
          if (member.you) onOwnRole(role);
          else change.mutate({ member, role });
        }}
      />
    </div>
  );
}

function useChangeRole(onSettled?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ member, role }: { member: TeamMember; role: TeamRole }) =>
      coreClient().call('changeRole', {
        params: { accountId: member.accountId },
        body: { role },
      }),
    changes: teamQueryNames,
    onSuccess(changed, { member, role }) {
      cacheTeam(queries, changed);
      const title = texts.roleChanged(
        memberName(member),
        knownText(roleTexts.names, role, sharedTexts.other),
      );
      showToast({ tone: 'positive', title });
    },
    ...(onSettled && { onSettled }),
  });
}

function MemberDetails({ member }: { readonly member: TeamMember }) {
  return (
    <>
      {member.email !== null && member.name !== null && <RowText>{member.email}</RowText>}
      <RowText>
        {texts.joined(formats.date(member.joinedAt))}
        {' · '}
        {member.lastSeenAt === null ? (
          texts.neverSeen
        ) : (
          <Tooltip content={formats.dateTime(member.lastSeenAt)}>
            {texts.seen(formats.relative(member.lastSeenAt))}
          </Tooltip>
        )}
      </RowText>
    </>
  );
}
