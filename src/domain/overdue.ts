/** The notice about an overdue answer has this key, so that only one is sent, whichever process finds it first. */
export function overdueKey(message: number, owner: string): string {
  return `overdue:${message}:${owner}`
}
