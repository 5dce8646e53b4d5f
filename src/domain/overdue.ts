/** The notice about an answer that is overdue bears this key: so there is one, whoever finds it first. */
export function overdueKey(message: number, owner: string): string {
  return `overdue:${message}:${owner}`
}
