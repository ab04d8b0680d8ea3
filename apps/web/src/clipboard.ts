import { showToast, type Toast } from '@seller-connect/ui';

/** Copies a text, and shows one of two toasts. Returns whether the browser allowed it. */
export async function copyToClipboard(
  text: string,
  copied: Toast,
  failed: Toast,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(copied);
    return true;
  } catch {
    showToast(failed);
    return false;
  }
}
