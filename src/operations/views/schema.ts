import * as z from 'zod/mini'
import { nextPage, time, type Value } from '../schema-parts.ts'

export const view = z.object({ name: z.string(), query: z.string(), savedAt: time })
export type ViewValue = Value<typeof view>
export const views = z.object({ views: z.array(view), next: nextPage })
