import { Problem } from '../../platform/http/problem.ts';

export const ruleNotFound = () =>
  new Problem(404, 'alert_rule_unknown', {
    vi: 'Không tìm thấy cảnh báo này; có thể nó đã bị xoá.',
    en: 'Alert rule not found. It may have been deleted.',
  });

export const tooManyRules = () =>
  new Problem(409, 'too_many_alert_rules', {
    vi: 'Nhóm đã đặt 30 cảnh báo. Hãy xoá bớt cảnh báo không còn dùng.',
    en: 'Your team already has 30 alert rules. Delete one you no longer use first.',
  });

export const noChannel = () =>
  new Problem(400, 'alert_channel_missing', {
    vi: 'Hãy chọn ít nhất một nơi nhận cảnh báo.',
    en: 'Choose at least one way to get the alert.',
  });

export const sameQuietHours = () =>
  new Problem(400, 'quiet_hours_equal', {
    vi: 'Giờ bắt đầu và giờ kết thúc yên lặng phải khác nhau.',
    en: 'Quiet hours must start and end at different times.',
  });
