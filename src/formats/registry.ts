import type { Format, FormatName } from './format.ts'

/** The formats, each loaded when it is first asked for. */
export const formats: Readonly<Record<FormatName, () => Promise<Format>>> = {
  haak: async () => (await import('./haak/haak.ts')).haak,
  mail: async () => (await import('./mail/mail.ts')).mail,
  gastown: async () => (await import('./gastown/gastown.ts')).gastown,
  cccc: async () => (await import('./cccc/cccc.ts')).cccc,
  'claude-teams': async () => (await import('./claude-teams/claude-teams.ts')).claudeTeams,
  'cccc-ledger': async () => (await import('./cccc-ledger/cccc-ledger.ts')).ccccLedger,
  'agent-mail': async () => (await import('./agent-mail/agent-mail.ts')).agentMail,
  hcom: async () => (await import('./hcom/hcom.ts')).hcom,
  adr003: async () => (await import('./adr003/adr003.ts')).adr003,
}
