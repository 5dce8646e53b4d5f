import type { Driver } from './driver.ts'
import { claudeCode } from './drivers/claude-code.ts'
import { codex } from './drivers/codex.ts'
import { geminiCli } from './drivers/gemini-cli.ts'
import { opencode } from './drivers/opencode.ts'
import { pi } from './drivers/pi.ts'
import { qwenCode } from './drivers/qwen-code.ts'
export const drivers: readonly Driver[] = [claudeCode, codex, geminiCli, qwenCode, opencode, pi]
