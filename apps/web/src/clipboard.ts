import { showToast, type Toast } from '@seller-connect/ui';

/** Copies a text, and shows one of two toasts. */
export async function copyToClipboard(text: string, copied: Toast, failed: Toast): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(copied);
  } catch {
    showToast(failed);
  }
}
