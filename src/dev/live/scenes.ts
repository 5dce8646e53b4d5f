import type { Scene } from './scene.ts'
import { company } from './scenes/company.ts'
import { contexts } from './scenes/contexts.ts'
import { installation } from './scenes/installation.ts'
import { screens } from './scenes/screens.ts'
import { turns } from './scenes/turns.ts'
import { waits } from './scenes/waits.ts'

export const scenes: readonly Scene[] = [
  ...turns,
  ...company,
  ...installation,
  ...screens,
  ...waits,
  ...contexts,
]
