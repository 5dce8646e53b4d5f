import { storeGauges } from '../../services/metrics/store-gauges.ts'
import { internal } from '../internal.ts'

export const gauges = internal({
  summary: 'Count what the store has now, for a program that watches it',
  access: 'read',
  run: (context) => storeGauges(context),
})
