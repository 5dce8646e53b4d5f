import * as z from 'zod/mini'
import { nextPage } from '../schema-parts.ts'

export const group = z.object({ name: z.string(), members: z.array(z.string()) })
export const groups = z.object({ groups: z.array(group), next: nextPage })
