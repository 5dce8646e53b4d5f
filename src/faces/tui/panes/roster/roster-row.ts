import type { AgentValue } from '../../../../values/roster-schema.ts'
import type { Source } from '../../state.ts'

export type RosterRow =
  | { readonly type: 'view'; readonly key: string; readonly label: string; readonly source: Source }
  | { readonly type: 'agent'; readonly key: string; readonly agent: AgentValue; readonly source: Source }
  | { readonly type: 'place'; readonly key: string; readonly label: string; readonly source: Source }
  | { readonly type: 'heading'; readonly key: string; readonly label: string; readonly folded?: number }
