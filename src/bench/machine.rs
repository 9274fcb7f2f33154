//! The machine on which a run was measured.

use serde::{Deserialize, Serialize};

/// The properties of a machine that run times depend on. A property that cannot be determined is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Machine {
    /// The model of the processor.
    pub processor: Option<String>,
    /// The number of processors available to this process.
    pub cores: usize,
    /// The memory, in KiB.
    pub memory_kb: Option<u64>,
    /// The operating system and its release.
    pub system: Option<String>,
}

impl Machine {
    /// Describes the machine that runs this process.
    #[must_use]
    pub fn this() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { cores, ..Self::from_system() }
    }

    /// Reads processor model, memory and kernel release from `/proc`.
    #[cfg(target_os = "linux")]
    fn from_system() -> Self {
        use procfs::Current as _;
        let processor = procfs::CpuInfo::current()
            .ok()
            .and_then(|all| all.model_name(0).map(|name| name.trim().to_owned()));
        let memory = procfs::Meminfo::current().ok().map(|memory| memory.mem_total / 1024);
        let release = procfs::sys::kernel::Version::current().ok();
        let system = release.map(|it| format!("Linux {}.{}.{}", it.major, it.minor, it.patch));
        Self { processor, cores: 0, memory_kb: memory, system }
    }

    /// Reads processor model, memory and release with the program `sysctl`.
    #[cfg(target_os = "macos")]
    fn from_system() -> Self {
        let value = |name| {
            let output = std::process::Command::new("/usr/sbin/sysctl").args(["-n", name]).output();
            let text = String::from_utf8(output.ok()?.stdout).ok()?.trim().to_owned();
            (!text.is_empty()).then_some(text)
        };
        let bytes = value("hw.memsize").and_then(|bytes| bytes.parse::<u64>().ok());
        Self {
            processor: value("machdep.cpu.brand_string"),
            cores: 0,
            memory_kb: bytes.map(|bytes| bytes / 1024),
            system: value("kern.osproductversion").map(|version| format!("macOS {version}")),
        }
    }

    /// Reads processor model, memory and release with system calls.
    #[cfg(windows)]
    fn from_system() -> Self {
        use sysinfo::{CpuRefreshKind, System};
        let mut system = System::new();
        system.refresh_cpu_list(CpuRefreshKind::nothing());
        system.refresh_memory();
        let processor = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        Self {
            processor: processor.filter(|name| !name.is_empty()),
            cores: 0,
            memory_kb: Some(system.total_memory() / 1024).filter(|&memory| memory > 0),
            system: System::long_os_version(),
        }
    }
}
