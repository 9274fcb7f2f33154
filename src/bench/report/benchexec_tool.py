"""`encycle solve` as a tool of BenchExec. Run it in this folder: PYTHONPATH=. benchexec benchmark.xml"""

import json

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("encycle")

    def name(self):
        return "Encycle"

    def version(self, executable):
        return self._version_from_tool(executable).removeprefix("encycle").strip()

    def cmdline(self, executable, options, task, rlimits):
        return [executable, "solve", task.single_input_file, "--json", *options]

    def determine_result(self, run):
        """The verdict: solved, unique, several, no-solution, unknown or failed."""
        for line in run.output:
            if line.startswith("{"):
                return json.loads(line)["verdict"]
        return result.RESULT_ERROR
