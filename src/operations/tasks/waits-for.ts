import type { Commission } from '../../domain/commission.ts'
import type { Context } from '../../services/context.ts'
import { type WaitsFor, waitsForOwner as waitsFor } from '../../services/tasks/waits-for-owner.ts'
import { internal } from '../internal.ts'

export type { WaitsFor } from '../../services/tasks/waits-for-owner.ts'

export const waitsForOwner = internal({
  summary: 'Show what a task waits for from its owner, if it does: the answer to a question, or results',
  access: 'read',
  run: (context: Context, task: Commission): Promise<WaitsFor | null> => waitsFor(context, task),
})
