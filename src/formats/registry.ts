import type { Format, FormatName } from './format.ts'

/** The five formats, each loaded when it is first asked for. */
export const formats: Readonly<Record<FormatName, () => Promise<Format>>> = {
  haak: async () => (await import('./haak/haak.ts')).haak,
  mail: async () => (await import('./mail/mail.ts')).mail,
  gastown: async () => (await import('./gastown/gastown.ts')).gastown,
  cccc: async () => (await import('./cccc/cccc.ts')).cccc,
  adr003: async () => (await import('./adr003/adr003.ts')).adr003,
}
