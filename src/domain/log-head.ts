/** How far a log is sealed: its last change and event there, and a digest of all up to them. */
export type LogHead = { readonly deed: number; readonly event: number; readonly digest: string }

export function headText({ deed, event, digest }: LogHead): string {
  return `${deed}:${event}:${digest}`
}

/** `null` for what is no head. */
export function readHead(text: string): LogHead | null {
  const [, deed, event, digest] = /^(\d{1,15}):(\d{1,15}):([0-9a-f]{64})$/u.exec(text.trim()) ?? []
  if (deed === undefined || event === undefined || digest === undefined) return null
  return { deed: Number(deed), event: Number(event), digest }
}
