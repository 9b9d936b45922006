const forMs = 5000
const most = 3

export type Toast = { id: number; message: string; tone: 'danger' | 'warning' | 'success' }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: readonly Toast[]) => {
  toasts = next
  for (const changed of listeners) changed()
}

const show = (message: string, tone: Toast['tone']) => {
  const toast = { id: ++lastId, message, tone }
  // A repeated message replaces the earlier toast and restarts its time.
  set([...toasts.filter((other) => other.message !== message), toast].slice(-most))
  setTimeout(() => dismiss(toast.id), forMs)
}

export const showError = (message: string) => show(message, 'danger')
export const showWarning = (message: string) => show(message, 'warning')
export const showSuccess = (message: string) => show(message, 'success')

export const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id))

export const toastStore = {
  get: () => toasts,
  subscribe: (changed: () => void) => {
    listeners.add(changed)
    return () => {
      listeners.delete(changed)
    }
  },
}
