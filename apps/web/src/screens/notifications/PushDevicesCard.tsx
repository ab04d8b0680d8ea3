import type { PushDevice, PushDevices } from '@seller-connect/contract';
import {
  Button,
  Card,
  DevicesIcon,
  PhoneIcon,
  Row,
  RowList,
  RowText,
  showToast,
} from '@seller-connect/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import styles from './notifications.module.css';
import { thisBrowser, type PushBrowser } from './pushBrowser.ts';
import { texts } from './texts.ts';

const labels = texts.devices;

interface PushDevicesCardProps {
  readonly push: PushDevices;
  readonly browser?: PushBrowser;
}

/** Turns notifications of this browser on and off, and lists the other devices of the account. */
export function PushDevicesCard({ push, browser = thisBrowser }: PushDevicesCardProps) {
  const queries = useQueryClient();
  const subscription = useQuery({
    queryKey: queryKey('pushSubscription'),
    queryFn: async () => ({ support: browser.support(), hash: await hashOf(browser) }),
    networkMode: 'always',
    staleTime: 0,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: queryKey('pushSubscription') });
  const current = push.devices.find(({ endpointHash }) => endpointHash === subscription.data?.hash);

  const enable = useMutation({
    async mutationFn() {
      const body = await browser.subscribe(push.serverKey);
      if (body === null) return false;
      await coreClient().call('addPushDevice', { body });
      return true;
    },
    changes: ['notificationSettings'],
    onSuccess: (isOn) => {
      if (isOn) showToast({ tone: 'positive', title: labels.turnedOn });
    },
    onError(error) {
      // The shared handler shows those of the server.
      if (error instanceof ApiError) return;
      showToast({ tone: 'negative', title: sharedTexts.error, text: labels.failed });
    },
    onSettled: refresh,
  });
  const disable = useMutation({
    async mutationFn(deviceId: string) {
      await coreClient().call('removePushDevice', { params: { deviceId } });
      await browser.unsubscribe();
    },
    changes: ['notificationSettings'],
    onSuccess: () => showToast({ tone: 'positive', title: labels.turnedOff }),
    onSettled: refresh,
  });

  const support = subscription.data?.support;
  return (
    <Card flush title={labels.title} summary={labels.intro}>
      <div className={styles.thisDevice} role="status">
        {support !== undefined && (
          <p>{current ? labels.on : support === 'available' ? labels.off : labels[support]}</p>
        )}
        {/* One button for both, so that it keeps the focus. */}
        {(current || support === 'available') && (
          <Button
            variant={current ? 'secondary' : 'primary'}
            busy={enable.isPending || disable.isPending}
            onClick={() => (current ? disable.mutate(current.id) : enable.mutate())}
          >
            {current ? labels.disable : labels.enable}
          </Button>
        )}
      </div>
      {push.devices.length > 0 && (
        <RowList label={labels.list}>
          {push.devices.map((device) => (
            <DeviceRow key={device.id} device={device} isCurrent={device === current} />
          ))}
        </RowList>
      )}
    </Card>
  );
}

const hashOf = (browser: PushBrowser) =>
  browser.support() === 'available' ? browser.endpointHash().catch(() => null) : null;

function DeviceRow({
  device,
  isCurrent,
}: {
  readonly device: PushDevice;
  readonly isCurrent: boolean;
}) {
  const name = device.device === '' ? labels.unknown : device.device;
  const remove = useMutation({
    mutationFn: () => coreClient().call('removePushDevice', { params: { deviceId: device.id } }),
    changes: ['notificationSettings'],
    onSuccess: () => showToast({ tone: 'positive', title: labels.removed }),
  });
  const Icon = /iPhone|Android/.test(device.device) ? PhoneIcon : DevicesIcon;
  return (
    <Row
      media={<Icon size={20} />}
      title={name}
      actions={
        !isCurrent && (
          <Button
            size="small"
            busy={remove.isPending}
            aria-label={labels.removeOf(name)}
            onClick={() => remove.mutate()}
          >
            {labels.remove}
          </Button>
        )
      }
    >
      <RowText>
        {isCurrent && `${labels.current} · `}
        {labels.added(formats.relative(device.addedAt))}
      </RowText>
    </Row>
  );
}
